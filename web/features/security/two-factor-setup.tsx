import { useId, useState } from 'react'
import { enableTwoFactor, type startTwoFactor } from '../../../contract/endpoints/two-factor.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { t } from '../../../contract/translate.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast.ts'
import { readTwoFactorAgain } from './security-queries.ts'
import { CodesDialog } from './two-factor-codes-dialog.tsx'
import { useCodeForm } from './use-code-form.ts'

export type TwoFactorSetup = OutputOf<typeof startTwoFactor>

interface TwoFactorSetupDialogProps {
  setup: TwoFactorSetup
  onClosed: () => void
}

/** Shows the secret for the authenticator app, asks for its first code, and then shows the recovery codes. */
export function TwoFactorSetupDialog({ setup, onClosed }: TwoFactorSetupDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const formId = useId()
  const { fault, error, clearFault, isPending, submit } = useCodeForm(
    (code) => call(enableTwoFactor, { body: { code } }),
    (answer) => {
      setCodes(answer.recovery_codes)
      readTwoFactorAgain()
    },
  )
  return (
    <CodesDialog
      codes={codes}
      title={t('Turn on two-factor authentication')}
      description={t(
        'Scan the code with an authenticator app, or type the key into it. Then enter the code that the app shows.',
      )}
      submit={
        <Button type="submit" form={formId} busy={isPending}>
          {isPending ? t('Turning on...') : t('Turn on')}
        </Button>
      }
      isBusy={isPending}
      // There is a code to scan, or a key to read, before a code can be typed.
      firstFocus="title"
      onClosed={() => {
        if (codes) toast({ title: t('Two-factor authentication is on') })
        // Even without codes the factor may be on, as the answer to a first code can get lost.
        else readTwoFactorAgain()
        onClosed()
      }}
    >
      <div className="flex flex-wrap items-center gap-4">
        <QrCode
          text={setup.uri}
          label={t('QR code for the authenticator app')}
          size={180}
          className="border border-line"
        />
        <div className="grid min-w-40 flex-1 justify-items-start gap-2">
          <p className="text-sm font-medium text-ink-2">{t('Key')}</p>
          <p className="mono break-all" translate="no">
            {inGroups(setup.secret)}
          </p>
          <CopyButton text={setup.secret} label={t('Copy the key')}>
            {t('Copy key')}
          </CopyButton>
        </div>
      </div>
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {error && (
          <Notice tone="bad" role="alert">
            {isTooLate(error) ? t('This took too long. Please close this and start again.') : messageOf(error)}
          </Notice>
        )}
        <CodeField error={fault} onChange={clearFault} hasRecovery={false} />
      </form>
    </CodesDialog>
  )
}

/** Splits a key into groups of four, which are easier to type off the screen. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function isTooLate(error: Error): boolean {
  return error instanceof ApiError && error.code === 'two_factor_off'
}
