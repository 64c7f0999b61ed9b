import { ProvenCodesDialog } from './proven-codes-dialog.tsx'
import { NewCodesDialog, TwoFactorOffDialog } from './two-factor-code-dialogs.tsx'
import { TwoFactorSetupDialog, type TwoFactorSetup } from './two-factor-setup.tsx'

/** The open dialog: it turns the second factor off, makes new recovery codes, or sets up an app. Null if none is open. */
export type TwoFactorLayer = 'off' | 'codes' | { setup: TwoFactorSetup } | null

interface TwoFactorDialogsProps {
  layer: TwoFactorLayer
  /** True if the account has passkeys. */
  hasPasskey: boolean
  /** `isOff` is true if the dialog has turned the second factor off. */
  onClosed: (isOff: boolean) => void
}

export function TwoFactorDialogs({ layer, hasPasskey, onClosed }: TwoFactorDialogsProps) {
  const close = () => onClosed(false)
  if (layer === null) return null
  if (layer === 'off') return <TwoFactorOffDialog hasPasskey={hasPasskey} onClosed={onClosed} />
  if (layer === 'codes')
    return hasPasskey ? <ProvenCodesDialog onClosed={close} /> : <NewCodesDialog onClosed={close} />
  return <TwoFactorSetupDialog setup={layer.setup} onClosed={close} />
}
