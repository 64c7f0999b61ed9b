import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../contract/translate.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Opens the choice of files. A phone offers its camera there, too. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        // All pictures can be chosen. The page converts or explains those that the server does not take.
        accept="image/*,application/pdf"
        aria-label={t('Attach files')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen once more.
          currentTarget.value = ''
        }}
      />
      <IconButton label={t('Attach files')} onClick={() => input.current?.click()} className="flex-none">
        <Paperclip aria-hidden="true" />
      </IconButton>
    </>
  )
}
