import type { ManagedPackage } from '../../../../contract/packages.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { differingFields, fieldLabels, toForm } from './package-form.ts'
import { packageDisplay } from '../../../features/packages/package-display.ts'
import type { PackageEditor } from './use-package-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface MeanwhileNoticeProps {
  editor: PackageEditor
  packages: readonly ManagedPackage[]
}

/**
 * Says that other administrators changed or deleted the package since the form was opened, or that the form was
 * restored.
 */
export function ChangedMeanwhileNotice({ editor, packages }: MeanwhileNoticeProps) {
  const { base, form, isChangedMeanwhile, isDeletedMeanwhile, isRestored, takeOver, startAnew } = editor
  if (isDeletedMeanwhile) {
    return (
      <Notice tone="bad" role="alert">
        {t('Somebody else has deleted this package in the meantime.')}
      </Notice>
    )
  }
  const current = packages.find(({ id }) => id === base?.id)
  if (isChangedMeanwhile && current) {
    const now = toForm(current)
    return (
      <Notice
        tone="warn"
        role="alert"
        title={t('Somebody else has changed this package in the meantime.')}
        action={
          <Button variant="ghost" size="sm" onClick={takeOver}>
            {t('Go on with the new version')}
          </Button>
        }
      >
        <ul className="mt-1 list-disc ps-5 wrap-anywhere">
          {differingFields(toForm(base), now).map((name) => (
            <li key={name}>
              {t('{field}: {value}', {
                field: fieldLabels[name],
                value: (name === 'icon' ? packageDisplay[now.icon].name : now[name]) || tc('value of a field', 'none'),
              })}
            </li>
          ))}
        </ul>
        <p className="mt-1">{t('What you typed stays.')}</p>
      </Notice>
    )
  }
  if (!isRestored || differingFields(form.getValues(), toForm(base)).length === 0) return null
  return (
    <Notice
      action={
        <Button variant="ghost" size="sm" onClick={startAnew}>
          {t('Start anew')}
        </Button>
      }
    >
      {t('What you typed and did not save is back.')}
    </Notice>
  )
}
