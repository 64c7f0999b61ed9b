import { settings, type Config } from './config.ts'
import { StartRefusal } from './db/start-refusal.ts'
import { isLoopback } from './loopback.ts'

type Judged = Pick<
  Config,
  'environment' | 'smtpUrl' | 'publicUrl' | 'plainHttp' | 'exchangeRateUrl' | 's3Endpoint' | 's3PlainHttp'
>

/**
 * Refuses to start a production server if a setting would let people on the network read or change what members rely on.
 * Throws a StartRefusal of one line that names the setting.
 */
export function assertSafeInProduction(config: Judged): void {
  const { environment, smtpUrl, publicUrl, plainHttp, exchangeRateUrl, s3Endpoint, s3PlainHttp } = config
  if (environment !== 'production') return
  if (smtpUrl === undefined) {
    refuse('smtpUrl', 'production needs a mail server, because members confirm addresses and get notices by mail')
  }
  if (isHttp(publicUrl) && plainHttp === 'refused') {
    refuse(
      'publicUrl',
      `production needs https, because http carries sessions and passwords unprotected. ${settings.plainHttp.name}=allowed permits http`,
    )
  }
  if (exchangeRateUrl !== undefined && isHttp(exchangeRateUrl)) {
    refuse(
      'exchangeRateUrl',
      'production needs https, because over http others could change the price that members pay',
    )
  }
  const isFar = s3Endpoint !== undefined && isHttp(s3Endpoint) && !isLoopback(new URL(s3Endpoint).hostname)
  if (isFar && s3PlainHttp === 'refused') {
    refuse(
      's3Endpoint',
      `production needs https off this machine, because http carries payment slips unprotected. ${settings.s3PlainHttp.name}=allowed permits http`,
    )
  }
}

function isHttp(url: string): boolean {
  return new URL(url).protocol === 'http:'
}

function refuse(key: keyof typeof settings, reason: string): never {
  throw new StartRefusal(`${settings[key].name}: ${reason}.`)
}
