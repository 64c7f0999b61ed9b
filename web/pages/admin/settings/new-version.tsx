import { t } from '../../../../contract/translate.ts'
import { settingLabels, settingText } from './settings-form.ts'
import type { Section } from './use-section.ts'

export const changedMeanwhileText = t('Somebody else has changed this in the meantime.')

/** The new values of settings that other administrators saved in the meantime. */
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
