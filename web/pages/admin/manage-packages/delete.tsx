import { deletePackage } from '../../../../contract/endpoints/packages.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { deletePackageQuestion, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { deletionText } from './package-texts.ts'
import { call } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../features/confirm-dialog.tsx'

interface DeleteDialogProps {
  package: ManagedPackage
  onClosed: () => void
}

export function DeleteDialog({ package: item, onClosed }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={<span className="wrap-anywhere">{t('Delete {name}?', { name: item.package_name })}</span>}
      description={
        <>
          <p>{deletePackageQuestion}</p>
          <p className="mt-2">{deletionText(item)}</p>
        </>
      }
      actionLabel={t('Delete package')}
      safeLabel={t('Keep package')}
      act={() => call(deletePackage, { params: { packageId: item.id } })}
      doneToast={toasts.packageDeleted}
      topics={['packages']}
      // The button that opened the dialog is removed with the card, so the heading takes the focus.
      onDone={() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })}
      onClosed={onClosed}
    />
  )
}
