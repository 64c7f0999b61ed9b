import type { Translator } from '../../contract/translate.ts'

/** The texts of the page that is shown while the site cannot be reached. The page contains them in all languages. */
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

/** The text of a device that was woken. The message that wakes it has no content, so there is one text for all news. */
export function wakeUpText({ t }: Pick<Translator, 't'>): string {
  return t('There is news in ET')
}
