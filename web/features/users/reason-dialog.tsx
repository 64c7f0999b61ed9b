import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { failureTitles, type ToastText } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import type { ReplyPurpose } from '../../../contract/endpoints/saved-replies.ts'
import { reasonBody } from '../../../contract/user-bodies.ts'
import { TemplateTextarea } from '../saved-texts/template-textarea.tsx'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { refetchTopics } from '../../lib/query-client.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReasonPicks } from '../saved-texts/reason-picks.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'

interface ReasonDialogProps {
  title: string
  /** Says what will happen, and to whom. */
  description: ReactNode
  actionLabel: string
  /**
   * The key of the draft. It names the action and the account, and the reason is kept under it until it is accepted.
   */
  draftKey: string
  tone?: ButtonProps['variant']
  /** Says below the reason who reads it. */
  hint?: string
  /** Sentences that often fit. A click puts one in front of the reason. */
  picks?: readonly string[]
  /** The purpose of the saved texts that a slash in the reason offers. */
  templates?: ReplyPurpose
  /** Judges the reason, if it must be longer than one letter. */
  schema?: typeof reasonBody
  /** False while the action is not possible, as `children` say. */
  canAct?: boolean
  /** Checks the further choices before anything is sent; false if one is missing. */
  check?: () => boolean
  act: (reason: string) => Promise<unknown>
  /** The toast after success. A dialog over a sheet, which covers the toasts, tells its page instead. */
  done?: ToastText
  /** Called when the dialog is gone and the focus is back on the page. */
  onClosed: () => void
  /** Further choices, shown above the reason. */
  children?: ReactNode
}

/** A dialog for an action on an account that needs a reason. After a failure it stays open with the text. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, actionLabel, tone, hint, picks, templates, children, ...acting } = props
  const { isOpen, setIsOpen, form, submit, isPending, error, finish } = useReasonedAction(acting)
  const element = useRef<HTMLFormElement>(null)
  const write = (text: string) => form.setValue('reason', text, { shouldValidate: form.formState.isSubmitted })

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={finish}
      title={title}
      description={description}
      safeLabel={t('Cancel')}
      action={
        <Button
          variant={tone ?? 'primary'}
          busy={isPending}
          aria-disabled={acting.canAct === false}
          onClick={() => element.current?.requestSubmit()}
        >
          {actionLabel}
        </Button>
      }
    >
      <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
        {error && !isNotConfirmed(error) && (
          <Notice tone="bad" role="alert">
            {messageOf(error)}
          </Notice>
        )}
        {children}
        {picks && <ReasonPicks reasons={picks} text={form.watch('reason')} onText={write} isReadOnly={isPending} />}
        <Field
          label={t('Reason')}
          hint={hint ?? t('It is kept on record with your name.')}
          error={form.formState.errors.reason?.message}
        >
          {templates ? (
            <TemplateTextarea
              purpose={templates}
              text={form.watch('reason')}
              onText={write}
              maxLength={500}
              isReadOnly={isPending}
            />
          ) : (
            <Textarea required maxLength={500} readOnly={isPending} {...form.register('reason')} />
          )}
        </Field>
      </form>
    </AlertDialog>
  )
}

type Acting = Pick<ReasonDialogProps, 'draftKey' | 'schema' | 'canAct' | 'check' | 'act' | 'done' | 'onClosed'>

function useReasonedAction({ draftKey, schema = reasonBody, canAct = true, check, act, done, onClosed }: Acting) {
  const [isOpen, setIsOpen] = useState(true)
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { reason: '' },
    // A missing choice above the reason takes the focus first.
    shouldFocusError: false,
  })
  const { drop } = useDraft(draftKey, form)
  // The outcome that the toast will tell. The toast waits until the dialog is gone, as it cannot be reached behind it.
  const outcome = useRef<'none' | 'done' | 'failed'>('none')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      outcome.current = 'done'
      drop()
      refetchTopics(['profile'])
      setIsOpen(false)
    },
    onError: (failure) => {
      outcome.current = isNotConfirmed(failure) ? 'none' : 'failed'
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || !canAct) return
    const element = event.currentTarget
    reset()
    // Both are checked, so that one attempt shows every mistake.
    const isChosen = check?.() ?? true
    const focusFault = () => element.querySelector<HTMLElement>(isChosen ? 'textarea' : 'input:not(:disabled)')?.focus()
    void form.handleSubmit(({ reason }) => (isChosen ? mutate(reason) : focusFault()), focusFault)()
  }
  const finish = () => {
    if (outcome.current === 'done' && done) toast(done)
    if (outcome.current === 'failed') {
      toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' })
    }
    onClosed()
  }
  return { isOpen, setIsOpen, form, submit, isPending, error, finish }
}
