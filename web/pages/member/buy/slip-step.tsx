import { t } from '../../../../contract/translate.ts'
import type { BuyForm } from './use-buy-form.ts'
import { SlipDrop } from '../../../features/uploads/slip-drop.tsx'
import type { SlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { BuySection } from './section.tsx'

export function SlipStep({ form, slip }: { form: BuyForm; slip: SlipUpload }) {
  return (
    <BuySection step="slip" title={t('Upload the payment slip')}>
      <SlipDrop
        slip={slip}
        label={t('Choose, drop or paste the payment slip')}
        error={form.faults.slip}
        disabled={form.isPending}
      />
      <Field
        label={t('Transaction hash')}
        note={t('optional')}
        hint={t(
          'The long code that your wallet or exchange shows for the payment, also called TXID. It helps us to find it.',
        )}
        error={form.faults.hash}
      >
        <TextInput
          value={form.draft.hash}
          onChange={({ target }) => form.typeHash(target.value)}
          onBlur={form.leaveHash}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="mono"
        />
      </Field>
    </BuySection>
  )
}
