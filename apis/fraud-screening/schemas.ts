// The flat response of a screening. All values are strings unless stated otherwise; members without a doc are Y, N or
// NA (unknown).
import { int, list, type Members, obj, opt, str } from '#define'

const place = {
  is_country_match: str({ doc: 'Whether the countries of the IP address and of the bill match. Y, N or NA.' }),
  is_high_risk_country: str(),
  distance_in_km: str({ doc: 'From the IP address to the billing address; - when unknown.' }),
  distance_in_mile: str({ doc: 'From the IP address to the billing address; - when unknown.' }),
  ip_country: str({ doc: 'ISO 3166 alpha-2.' }),
  ip_continent: str({ doc: 'Name.' }),
  ip_region: str({ doc: 'Name.' }),
  ip_city: str({ doc: 'Name.' }),
  ip_latitude: str({ doc: 'Degrees.' }),
  ip_longitude: str({ doc: 'Degrees.' }),
  ip_timezone: str({ doc: 'Offset such as +08:00.' }),
  ip_elevation: str({ doc: 'Metres.' }),
  ip_domain: str({ doc: 'Domain of the network.' }),
  ip_mobile_mnc: str({ doc: '- when not a mobile network.' }),
  ip_mobile_mcc: str({ doc: '- when not a mobile network.' }),
  ip_mobile_brand: str({ doc: '- when not a mobile network.' }),
  ip_netspeed: str({ doc: 'DIAL, DSL or COMP.' }),
  ip_isp_name: str({ doc: 'Name.' }),
  ip_usage_type: str({ doc: 'Such as Commercial, Fixed Line ISP, or a code such as COM.' }),
} satisfies Members

const buyer = {
  is_free_email: str(),
  is_disposable_email: opt(str()),
  is_new_domain_name: str(),
  is_domain_exists: str(),
  is_proxy_ip_address: str(),
  is_bin_found: str(),
  is_bin_country_match: str(),
  is_bin_name_match: str(),
  is_bin_phone_match: str(),
  is_bin_prepaid: str(),
  is_address_ship_forward: str(),
  is_bill_ship_city_match: str(),
  is_bill_ship_state_match: str(),
  is_bill_ship_country_match: str(),
  is_bill_ship_postal_match: str(),
} satisfies Members

const lists = {
  is_ship_address_blacklist: str(),
  is_phone_blacklist: str(),
  is_ip_blacklist: str(),
  is_email_blacklist: str(),
  is_credit_card_blacklist: str(),
  is_device_blacklist: str(),
  is_user_blacklist: str(),
  is_high_risk_username_password: str(),
  is_export_controlled_country: str(),
  is_malware_exploit: str(),
} satisfies Members

const verdict = {
  user_order_id: str({ doc: 'As sent.' }),
  user_order_memo: str({ doc: 'As sent.' }),
  fraudlabspro_score: int({ doc: '1 (low) to 100 (high); 0 on an error.' }),
  fraudlabspro_distribution: int({ doc: 'Rank of the score among all orders, 0 to 100.' }),
  fraudlabspro_status: str({ doc: 'APPROVE, REVIEW or REJECT; empty on an error.' }),
  fraudlabspro_id: str({ doc: 'Id of the order for feedback; NA on an error.' }),
  fraudlabspro_rules: opt(list(str())),
  fraudlabspro_version: str(),
  fraudlabspro_error_code: str({ doc: 'Empty when the order was screened.' }),
  fraudlabspro_message: str({ doc: 'Empty when the order was screened.' }),
  fraudlabspro_credits: str({ doc: 'Remaining calls.' }),
} satisfies Members

export const Screening = obj({ ...place, ...buyer, ...lists, ...verdict })

export const FeedbackAnswer = obj({
  fraudlabspro_error_code: str({ doc: 'Empty when the feedback was accepted.' }),
  fraudlabspro_message: str({ doc: 'Empty when the feedback was accepted.' }),
})
