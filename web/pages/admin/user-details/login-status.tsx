import { Ban } from 'lucide-react'
import type { ComponentProps } from 'react'
import { tc } from '../../../../contract/translate.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'

/** The outcome of an attempt to sign in. */
export function LoginStatus({ status }: { status: string }) {
  return <StatusBadge status={status} {...(looks[status] ?? { tone: 'neutral', label: status })} />
}

const looks: Record<string, Pick<ComponentProps<typeof StatusBadge>, 'tone' | 'label' | 'icon'>> = {
  success: { tone: 'ok', label: tc('login', 'Success') },
  failed: { tone: 'bad', label: tc('login', 'Failed') },
  blocked: { tone: 'wait', label: tc('login', 'Blocked'), icon: Ban },
}
