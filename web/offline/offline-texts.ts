import type { Translator } from '../../contract/translate.ts'

/** The words of the page that stands in when the site cannot be reached. It has them in all languages with it. */
export function offlineTexts({ t }: Pick<Translator, 't'>) {
  return {
    title: t('ET cannot be reached'),
    reason: t(
      'Your device may be offline, or the site may be away for a moment. This page opens by itself when it is back.',
    ),
    safety: t('What you sent and saw confirmed is safe. No figures are shown here, because they could be old.'),
    retry: t('Try again'),
  }
}
