import type { ManagedPackage } from '../../../contract/packages.ts'
import { differences, fieldLabels, toForm } from '../../features/packages/package-form.ts'
import { packageLooks } from '../../features/packages/package-look.ts'
import type { PackageEditor } from '../../features/packages/use-package-form.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface MeanwhileNoticeProps {
  editor: PackageEditor
  packages: readonly ManagedPackage[]
}

/** What others did to the package since the form was opened, or that the form still has what was typed before. */
export function MeanwhileNotice({ editor, packages }: MeanwhileNoticeProps) {
  const { base, form, isChangedMeanwhile, isDeletedMeanwhile, isRestored, takeOver, startAnew } = editor
  if (isDeletedMeanwhile) {
    return (
      <Notice tone="bad" role="alert">
        Somebody else has deleted this package in the meantime.
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
        title="Somebody else has changed this package in the meantime."
        action={
          <Button variant="ghost" size="sm" onClick={takeOver}>
            Go on with the new version
          </Button>
        }
      >
        <ul className="mt-1 list-disc ps-5 wrap-anywhere">
          {differences(toForm(base), now).map((name) => (
            <li key={name}>
              {fieldLabels[name]}: {(name === 'icon' ? packageLooks[now.icon].name : now[name]) || 'none'}
            </li>
          ))}
        </ul>
        <p className="mt-1">What you typed stays.</p>
      </Notice>
    )
  }
  if (!isRestored || differences(form.getValues(), toForm(base)).length === 0) return null
  return (
    <Notice
      action={
        <Button variant="ghost" size="sm" onClick={startAnew}>
          Start anew
        </Button>
      }
    >
      What you typed and did not save is back.
    </Notice>
  )
}
