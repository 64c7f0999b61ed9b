import { t } from '../../../../contract/translate.ts'
import { settingLabels, settingText } from './settings-form.ts'
import type { Section } from './use-section.ts'

export const changedMeanwhileText = t('Somebody else has changed this in the meantime.')

/** What others have made of the settings that somebody is about to change. */
export function NewVersion({ changes }: { changes: Section['changedMeanwhile'] }) {
  return (
    <ul className="mt-1 list-disc ps-5 wrap-anywhere">
      {changes.map(({ name, value }) => (
        <li key={name}>
          {settingLabels[name]}: {settingText(name, value)}
        </li>
      ))}
    </ul>
  )
}
