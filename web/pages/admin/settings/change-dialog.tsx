import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { ChangeNotice, isProposal, useChangeOutlook } from '../../../features/change-notice/change-notice.tsx'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { changedMeanwhileText, NewVersion } from './new-version.tsx'
import { settingLabels, settingText } from './settings-form.ts'
import type { Section } from './use-section.ts'

interface ChangeDialogProps {
  section: Section
  title: string
  /** Says from when on the change counts, and for what. */
  effect: ReactNode
  /** Further facts to know before confirming. */
  children?: ReactNode
}

/** Shows the present and the new values, and saves them after a confirmation. */
export function ChangeDialog({ section, title, effect, children }: ChangeDialogProps) {
  const { isAsking, setIsAsking, save, changedMeanwhile } = section
  // The present values differ from those in the question. The form shows them, and continues from there.
  const isOutdated = changedMeanwhile.length > 0
  const names = section.asked.map(({ name }) => name).join(',')
  const outlook = useChangeOutlook(isAsking && names ? { kind: 'settings', settings: names } : null)
  const isProposed = isProposal(outlook)
  const fault = save.error && !isNotConfirmed(save.error) ? save.error : null
  return (
    <AlertDialog
      open={isAsking}
      onOpenChange={(open) => !save.isPending && setIsAsking(open)}
      onClosed={() => save.isSuccess && toast(save.data.is_proposed ? toasts.changeProposed : toasts.settingsSaved)}
      title={title}
      // A change that waits does not count at once.
      description={isProposed ? t('You propose this change, and are asked to confirm that it is you.') : effect}
      safeLabel={isOutdated ? t('Close') : t('Cancel')}
      action={
        !isOutdated && (
          <Button data-dialog-action busy={save.isPending} onClick={section.confirm}>
            {save.isPending ? t('Saving...') : isProposed ? t('Propose the change') : t('Save changes')}
          </Button>
        )
      }
    >
      <dl className="grid gap-3">
        {section.asked.map(({ name, before, after }) => (
          <div key={name}>
            <dt className="text-sm text-ink-2">{settingLabels[name]}</dt>
            <dd className="grid gap-x-2 wrap-anywhere whitespace-pre-line">
              <del className="text-ink-3">{settingText(name, before)}</del>
              <ins className="flex gap-2 font-semibold no-underline">
                <ArrowRight aria-hidden="true" size={18} className="mt-1 flex-none text-ink-3" />
                <span className="min-w-0">{settingText(name, after)}</span>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {isOutdated ? (
        <Notice tone="warn" role="alert" title={changedMeanwhileText}>
          <NewVersion changes={changedMeanwhile} />
        </Notice>
      ) : (
        <>
          {children}
          <ChangeNotice kind="settings" outlook={outlook} />
        </>
      )}
      {fault && !isOutdated && (
        <Notice tone="bad" role="alert">
          {messageOf(fault)}
        </Notice>
      )}
    </AlertDialog>
  )
}
