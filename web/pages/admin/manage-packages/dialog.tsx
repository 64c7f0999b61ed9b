import { useRef, useState } from 'react'
import { useDebounce } from 'use-debounce'
import { compare } from '../../../../contract/money.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { packagePreview } from './package-form.ts'
import { notOfferedText } from './package-texts.ts'
import { usePackageForm, type PackageEditor } from './use-package-form.ts'
import type { ShownPackage } from '../../../features/packages/package-card.tsx'
import { ChangeNotice, isProposal, useChangeOutlook } from '../../../features/change-notice/change-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { PackageFields } from './fields.tsx'
import { ChangedMeanwhileNotice } from './changed-meanwhile.tsx'
import { PackagePreview } from './preview.tsx'

interface PackageDialogProps {
  /** All packages in their current state. */
  packages: readonly ManagedPackage[]
  /** The package to change, or null to add one. */
  editedId: string | null
  onClosed: () => void
}

export function PackageDialog({ packages, editedId, onClosed }: PackageDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const current = packages.find(({ id }) => id === editedId) ?? null
  const [edited] = useState(current)
  // The toast waits until the dialog is gone, as it cannot be reached behind the dialog.
  const outcome = useRef<'none' | 'saved' | 'proposed'>('none')
  const editor = usePackageForm(edited, current, ({ is_proposed: isProposed }) => {
    outcome.current = isProposed ? 'proposed' : 'saved'
    setIsOpen(false)
  })
  const finish = () => {
    if (outcome.current === 'saved') toast(edited ? toasts.packageUpdated : toasts.packageCreated)
    if (outcome.current === 'proposed') toast(toasts.changeProposed)
    onClosed()
  }
  const isGone = editedId !== null && !edited

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !editor.isPending && setIsOpen(open)}
      onClosed={finish}
      title={<span className="wrap-anywhere">{titleOf(edited, isGone)}</span>}
      className="max-sm:h-dvh max-sm:max-h-dvh max-sm:content-start max-sm:rounded-none sm:max-w-[62rem]"
    >
      {isGone ? (
        <Notice tone="warn">{t('This package does not exist any more.')}</Notice>
      ) : (
        <Editor editor={editor} packages={packages} onCancel={() => setIsOpen(false)} />
      )}
    </Dialog>
  )
}

function titleOf(edited: ManagedPackage | null, isGone: boolean): string {
  if (edited) return t('Edit {name}', { name: edited.package_name })
  return isGone ? t('Edit package') : t('Add package')
}

const typingPauseMs = 300

/** Asks what a package with these terms needs, once the typing pauses. */
function usePackageOutlook({ min_coin_purchase, coin_price, bonus_percentage }: ShownPackage) {
  // A text compares by its letters, so a new object with the same terms is no change.
  const [terms] = useDebounce([min_coin_purchase, coin_price, bonus_percentage].join(' '), typingPauseMs)
  const [coins, price, bonus] = terms.split(' ')
  return useChangeOutlook({ kind: 'package', coins, price, bonus })
}

interface EditorProps {
  editor: PackageEditor
  packages: readonly ManagedPackage[]
  onCancel: () => void
}

function Editor({ editor, packages, onCancel }: EditorProps) {
  const { form, base, isPending, error } = editor
  const preview = packagePreview(form.watch())
  // An empty amount needs no warning yet.
  const notOffered = form.watch('min_coin_purchase').trim() === '' ? null : notOfferedText(preview)
  const outlook = usePackageOutlook(preview)
  const isCheaper = ({ id, total_price }: ManagedPackage) =>
    id !== base?.id && compare(total_price, preview.total_price) < 0
  return (
    <form noValidate onSubmit={editor.submit} className="grid gap-5">
      <ChangedMeanwhileNotice editor={editor} packages={packages} />
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PackageFields form={form} preview={preview} notOffered={notOffered} isPending={isPending} />
        <PackagePreview package={preview} notOffered={notOffered} rank={packages.filter(isCheaper).length + 1} />
      </div>
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <ChangeNotice kind="package" outlook={outlook} />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        <SubmitButton busy={isPending}>
          {isProposal(outlook) ? t('Propose the change') : base ? t('Save changes') : t('Add package')}
        </SubmitButton>
        <Button variant="ghost" aria-disabled={isPending} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
