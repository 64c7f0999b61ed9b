import type { ReactNode } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.ts'

/** One fact about a person. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">
        {children || <span className="font-normal text-ink-3">{t('None')}</span>}
      </dd>
    </div>
  )
}

/** One fact with a button to copy it. */
export function FactWithCopy({ name, text, label }: { name: string; text: string | null; label: string }) {
  return (
    <Fact name={name}>
      {text && (
        <span className="inline-flex max-w-full items-center gap-1">
          <span className="mono min-w-0 wrap-anywhere">{text}</span>
          <CopyButton text={text} label={label} variant="quiet" onCopied={() => toast(toasts.copied)} />
        </span>
      )}
    </Fact>
  )
}
