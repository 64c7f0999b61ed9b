import { useNavigate } from '@tanstack/react-router'
import type { BuyRequest } from '../../../contract/requests.ts'
import { fallbackTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { chosenPackage } from '../../lib/chosen-package.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

interface SendAgainProps {
  request: BuyRequest
  /** In place of the way to the form, where the page is the form's already. */
  onKept?: (() => void) | undefined
}

/** Carries a purchase that was rejected over to the form: package, amount and hash, and the figures that it had. */
export function SendAgain({ request, onKept }: SendAgainProps) {
  const navigate = useNavigate()
  const carryOver = async () => {
    // The overview has no other use for it, and it brings what checks drafts.
    const { keepBuyDraft, repeatedDraft } = await import('./buy-draft.ts')
    keepBuyDraft(request.user_id, repeatedDraft(request))
    chosenPackage.write(request.package_id)
    if (onKept) onKept()
    else await navigate({ to: '/dashboard/buy' })
  }
  return <Button onClick={() => void carryOver().catch(sayFailure)}>{t('Send again')}</Button>
}

function sayFailure() {
  toast({ title: t('Send again'), description: fallbackTexts.network, variant: 'destructive' })
}
