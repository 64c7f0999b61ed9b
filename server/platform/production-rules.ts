import { settings, type Config } from './config.ts'
import { StartRefusal } from './db/start-refusal.ts'

type Judged = Pick<Config, 'environment' | 'smtpUrl' | 'publicUrl' | 'plainHttp' | 'exchangeRateUrl'>

/**
 * Refuses to start a production server if a setting would let people on the network read or change what members rely on.
 * Throws a StartRefusal of one line that names the setting.
 */
export function assertSafeInProduction({ environment, smtpUrl, publicUrl, plainHttp, exchangeRateUrl }: Judged): void {
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
}

function isHttp(url: string): boolean {
  return new URL(url).protocol === 'http:'
}

function refuse(key: keyof typeof settings, reason: string): never {
  throw new StartRefusal(`${settings[key].name}: ${reason}.`)
}
