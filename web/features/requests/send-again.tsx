import { useNavigate } from '@tanstack/react-router'
import type { BuyRequest } from '../../../contract/requests.ts'
import { fallbackTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { chosenPackage } from '../../lib/chosen-package.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

interface SendAgainProps {
  request: BuyRequest
  /** Called instead of opening the form's page, if that page is already open. */
  onKept?: (() => void) | undefined
}

/** Copies a purchase that failed into the form: its package, amount, hash and figures. */
export function SendAgain({ request, onKept }: SendAgainProps) {
  const navigate = useNavigate()
  const carryOver = async () => {
    // Loaded on demand: the overview needs it only here, and it brings the checks of drafts.
    const { keepBuyDraft, draftOfFailedBuy } = await import('./buy-draft.ts')
    keepBuyDraft(request.user_id, draftOfFailedBuy(request))
    chosenPackage.write(request.package_id)
    if (onKept) onKept()
    else await navigate({ to: '/dashboard/buy' })
  }
  return <Button onClick={() => void carryOver().catch(showFailure)}>{t('Send again')}</Button>
}

function showFailure() {
  toast({ title: t('Send again'), description: fallbackTexts.network, variant: 'destructive' })
}
