// Checks an e-mail domain: free mail, disposable mail, and whether it can exist.
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { type Judgement, judged } from './judgement.ts'

/** Mail services with free accounts for everybody (SOURCES 5.3). */
const freeDomains = new Set(
  (
    '126.com 139.com 163.com abv.bg aim.com aliyun.com aol.com arcor.de att.net bigpond.com bk.ru bluewin.ch bol.com.br ' +
    'bt.com btinternet.com centrum.cz comcast.net cox.net daum.net email.cz email.it fastmail.com fastmail.fm free.fr ' +
    'freemail.hu freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.be ' +
    'hotmail.ca hotmail.co.uk hotmail.com hotmail.com.br hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com ' +
    'icloud.com inbox.com inbox.lv inbox.ru index.hu interia.pl juno.com laposte.net libero.it list.ru live.ca live.co.uk ' +
    'live.com live.fr live.it live.nl lycos.com mac.com mail.bg mail.com mail.ee mail.ru mailbox.org me.com msn.com ' +
    'nate.com naver.com netscape.net netzero.net o2.pl onet.pl online.de op.pl orange.fr outlook.be outlook.co.id ' +
    'outlook.com outlook.de outlook.es outlook.fr outlook.it outlook.jp pm.me proton.me protonmail.ch protonmail.com ' +
    'qq.com rambler.ru rediffmail.com rocketmail.com rogers.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn ' +
    'sina.com sky.com sohu.com sympatico.ca t-online.de talktalk.net telia.com telus.net terra.com.br tiscali.it tlen.pl ' +
    'tuta.com tuta.io tutanota.com tutanota.de ukr.net uol.com.br ntlworld.com verizon.net virgilio.it virginmedia.com ' +
    'vp.pl walla.co.il wanadoo.fr web.de wp.pl xtra.co.nz ya.ru yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk ' +
    'yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.com.sg yahoo.com.tw yahoo.de yahoo.es yahoo.fr ' +
    'yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com zohomail.com'
  ).split(' '),
)

let disposable: ReadonlySet<string> | undefined

export interface EmailJudgement {
  readonly isFree: Judgement
  readonly isDisposable: Judgement
  readonly domainExists: Judgement
}

/** Assesses a domain in lower case. The DNS is not queried, so the existence of most domains is unknown. */
export function judgeEmail(domain: string | undefined): EmailJudgement {
  if (domain === undefined) return { isFree: 'NA', isDisposable: 'NA', domainExists: 'NA' }
  disposable ??= disposableEmailBlocklistSet()
  const isDisposable = parentsOf(domain).some((parent) => disposable?.has(parent))
  const isFree = freeDomains.has(domain)
  const known = isFree || isDisposable ? 'Y' : 'NA'
  return {
    isFree: judged(isFree || isDisposable),
    isDisposable: judged(isDisposable),
    domainExists: canExist(domain) ? known : 'N',
  }
}

/** Returns a domain and its parent domains: disposable services hand out subdomains. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.').slice(-6)
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

/**
 * Reports whether a string is a host name below a top-level domain that is not reserved (RFC 1123, 2.1; RFC 2606, 2;
 * RFC 6761).
 */
function canExist(domain: string): boolean {
  const label = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  const isHostName = domain.length <= 253 && labels.length > 1 && labels.every((one) => label.test(one))
  return isHostName && !/^\d+$/.test(top) && !['example', 'invalid', 'localhost', 'test', 'onion'].includes(top)
}
