import { t } from '../../../../contract/translate.ts'

/** The version of the site, which the server wrote into the head of this page. */
export function Version() {
  const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  return version && <p className="text-sm text-ink-2">{t('Version {version}', { version })}</p>
}
