import { useMutation } from '@tanstack/react-query'
import { renewRecoveryCodes } from '../../../contract/endpoints/two-factor.ts'
import { t } from '../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readTwoFactorAgain } from './security-queries.ts'
import { CodesDialog } from './two-factor-codes-dialog.tsx'

/** Makes new recovery codes for an account with a passkey, which is then the proof. The old codes stop working. */
export function ProvenCodesDialog({ onClosed }: { onClosed: () => void }) {
  const { data, mutate, isPending, error } = useMutation({
    mutationFn: () => call(renewRecoveryCodes, { body: {} }),
    onSuccess: readTwoFactorAgain,
  })
  return (
    <CodesDialog
      codes={data?.recovery_codes}
      title={t('New recovery codes')}
      description={t('The recovery codes you have now stop working.')}
      submit={
        <Button busy={isPending} onClick={() => mutate()}>
          {isPending ? t('Making them...') : t('Make new codes')}
        </Button>
      }
      isBusy={isPending}
      onClosed={onClosed}
    >
      {error && !isNotConfirmed(error) && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
    </CodesDialog>
  )
}
