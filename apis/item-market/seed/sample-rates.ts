// Approximate, well-known levels of the ISO 4217 currencies without a rate of the central bank: units for one US
// dollar, rounded by us. They are not published rates, and every response computed with one says so.

/** Codes with their levels, `AED 3.67`. */
const levels = `
AED 3.67, AFN 70, ALL 84, AMD 385, ANG 1.79, AOA 915, ARS 1400, AWG 1.79, AZN 1.7, BAM 1.68, BBD 2, BDT 121, BGN 1.68,
BHD 0.376, BIF 2950, BMD 1, BND 1.3, BOB 6.9, BOV 7, BSD 1, BTN 88, BWP 13.5, BYN 3.1, BZD 2, CDF 2300, CHE 0.81,
CHW 0.81, CLF 0.024, CLP 940, COP 3900, COU 10, CRC 505, CUP 24, CVE 95, DJF 178, DOP 63, DZD 130, EGP 48, ERN 15,
ETB 150, FJD 2.27, FKP 0.75, GEL 2.7, GHS 11, GIP 0.75, GMD 72, GNF 8650, GTQ 7.65, GYD 209, HNL 26, HTG 131, IQD 1310,
IRR 42000, JMD 160, JOD 0.709, KES 129, KGS 87, KHR 4000, KMF 423, KPW 900, KWD 0.307, KYD 0.833, KZT 520, LAK 21600,
LBP 89500, LKR 305, LRD 180, LSL 17.3, LYD 5.45, MAD 9.2, MDL 17, MGA 4450, MKD 52.8, MMK 2100, MNT 3580, MOP 8.03,
MRU 40, MUR 46, MVR 15.4, MWK 1735, MXV 2.15, MZN 64, NAD 17.3, NGN 1450, NIO 36.8, NPR 141, OMR 0.3845, PAB 1, PEN 3.4,
PGK 4.2, PKR 281, PYG 7000, QAR 3.64, RSD 100, RUB 80, RWF 1455, SAR 3.75, SBD 8.2, SCR 14, SDG 600, SHP 0.75, SLE 23,
SOS 571, SRD 38.5, SSP 4700, STN 21, SVC 8.75, SYP 11000, SZL 17.3, TJS 9.3, TMT 3.5, TND 2.93, TOP 2.4, TTD 6.78,
TWD 31, TZS 2450, UAH 42, UGX 3550, USN 1, UYI 6.3, UYU 39.8, UYW 0.024, UZS 12000, VED 230, VES 230, VND 26300,
VUV 121, WST 2.77, XAF 560, XCD 2.7, XCG 1.79, XOF 560, XPF 102, YER 239, ZMW 22.8, ZWG 26.5`

/** Units for one US dollar by code. */
export const sampleRates: ReadonlyMap<string, number> = new Map(
  [...levels.matchAll(/([A-Z]{3}) ([\d.]+)/g)].map(([, code = '', level]) => [code, Number(level)]),
)
