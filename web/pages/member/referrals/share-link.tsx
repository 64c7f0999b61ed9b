import { Share2 } from 'lucide-react'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.ts'

/** The referral link with buttons to share it: by the device's own sheet, if it has one, and by the clipboard. */
export function ShareLink({ link }: { link: string }) {
  const canShare = typeof navigator.share === 'function'
  // A member who closes the device's sheet has changed their mind, which is no failure.
  const share = () => void navigator.share({ title: 'ET', text: t('Join me on ET.'), url: link }).catch(() => {})
  const at = link.indexOf('?')
  const [path, query] = [link.slice(0, at), link.slice(at)]
  return (
    <div className="grid gap-3">
      <p className="mono rounded-2 bg-sunken px-3 py-2 text-sm wrap-anywhere" translate="no">
        {path}
        {/* If the link needs two lines, it breaks here, so that the code stays in one piece. */}
        <wbr />
        {query}
      </p>
      <div className="flex flex-wrap gap-2">
        {canShare && (
          <Button onClick={share} className="flex-1 max-sm:h-touch">
            <Share2 aria-hidden="true" />
            {t('Share')}
          </Button>
        )}
        <CopyButton
          text={link}
          label={t('Copy the referral link')}
          variant={canShare ? 'ghost' : 'primary'}
          size="md"
          className="flex-1 max-sm:h-touch"
          onCopied={() => toast(toasts.copied)}
        >
          {t('Copy link')}
        </CopyButton>
      </div>
    </div>
  )
}
