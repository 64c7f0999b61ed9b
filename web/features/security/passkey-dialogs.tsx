import type { Passkey } from '../../../contract/passkeys.ts'
import { AddPasskeyDialog, RenamePasskeyDialog, type PasskeyOptions } from './passkey-name-dialogs.tsx'
import { RemovePasskeyDialog } from './passkey-remove-dialog.tsx'

/** The open dialog: it adds, renames or removes a passkey. Null if none is open. */
export type PasskeyLayer = { add: PasskeyOptions } | { rename: Passkey } | { remove: Passkey } | null

interface PasskeyDialogsProps {
  layer: PasskeyLayer
  /** `isRemoved` is true if the dialog has removed a passkey. */
  onClosed: (isRemoved: boolean) => void
}

export function PasskeyDialogs({ layer, onClosed }: PasskeyDialogsProps) {
  const close = () => onClosed(false)
  if (layer === null) return null
  if ('add' in layer) return <AddPasskeyDialog options={layer.add} onClosed={close} />
  if ('rename' in layer) return <RenamePasskeyDialog passkey={layer.rename} onClosed={close} />
  return <RemovePasskeyDialog passkey={layer.remove} onClosed={onClosed} />
}
