import { Check, CircleDot, Clock, Minus, X, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from './badge.tsx'

interface StatusBadgeProps {
  /** The raw value, for tests and styles. */
  status: string
  tone: Tone
  /** The word that people read. */
  label: string
  /** Animates the badge if the status has just changed in front of the reader. */
  stamped?: boolean | undefined
  icon?: LucideIcon | undefined
}

/** A status as an icon and a word, so that it is clear without its colour. */
export function StatusBadge({ status, tone, label, stamped, icon: Icon = toneIcons[tone] }: StatusBadgeProps) {
  return (
    <Badge tone={tone} data-status={status} className={stamped ? 'animate-stamp' : undefined}>
      <Icon aria-hidden="true" />
      {label}
    </Badge>
  )
}

const toneIcons: Record<Tone, LucideIcon> = {
  neutral: Minus,
  brand: CircleDot,
  brass: CircleDot,
  ok: Check,
  wait: Clock,
  bad: X,
}
