import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

interface UserActionProps {
  icon: LucideIcon
  /** The reason why the action is not possible now. */
  obstacle?: string | undefined
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button on its own line. While it cannot be used, the reason stands below it. */
export function UserAction({ icon: Icon, obstacle, busy, onClick, children }: UserActionProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <Button
        variant="ghost"
        busy={busy}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={obstacle && id}
        onClick={onClick}
        className="justify-start"
      >
        <Icon aria-hidden="true" />
        {children}
      </Button>
      {obstacle && (
        <p id={id} className="text-sm text-ink-2">
          {obstacle}
        </p>
      )}
    </div>
  )
}
