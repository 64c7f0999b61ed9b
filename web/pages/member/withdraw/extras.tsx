import * as z from 'zod/mini'
import { t } from '../../../../contract/translate.ts'
import type { useSpending } from '../../../features/spending/use-spending.ts'
import { SlipDrop } from '../../../features/uploads/slip-drop.tsx'
import type { SlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { Card } from '../../../ui/card.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'

const storedAttachment = z.object({ id: z.string(), name: z.string(), sizeBytes: z.number() })

/** The fields of the draft that a member may leave empty. */
export const extraFields = {
  attachment: z.nullable(storedAttachment),
  /** The chosen address. Without one, the withdrawal goes to the default. */
  wallet: z.optional(z.string()),
}

type Extras = z.infer<z.ZodMiniObject<typeof extraFields>>

export const noExtras: Extras = { attachment: null }

/** Returns these fields as the call sends them. */
export function toExtraBody({ attachment, wallet }: Extras) {
  return { attachment_id: attachment?.id ?? null, ...(wallet !== undefined && { wallet_address: wallet }) }
}

interface ExtrasCardProps {
  spending: ReturnType<typeof useSpending<Extras, unknown, unknown>>
  upload: SlipUpload
}

export function ExtrasCard({ spending, upload }: ExtrasCardProps) {
  return (
    <Card title={t('Attachment (optional)')}>
      <p className="mb-4 text-sm text-ink-2">
        {t('Only if there is something the administrators should see, such as a screenshot of your wallet.')}
      </p>
      <SlipDrop
        slip={upload}
        uploadedText={t('Attachment uploaded.')}
        label={t('Choose, drop or paste a file')}
        error={spending.refusalAt('attachment')}
        // A file that is dropped or pasted during the review would not be the reviewed one.
        disabled={spending.isReviewing || spending.isPending}
      />
    </Card>
  )
}

/** The rows of the review for what the member has added. */
export function ExtraRows({ attachment }: Extras) {
  return (
    attachment && (
      <FactRow name={t('Attachment')}>
        <span className="wrap-anywhere">{attachment.name}</span>
      </FactRow>
    )
  )
}
