import { formatCoins } from '../../../contract/money.ts'
import type { FoundMember, FoundRequest } from '../../../contract/search.ts'
import { requestPath } from '../../lib/request-path.ts'
import type { ThemeChoice } from '../../ui/theme.ts'

export interface PalettePage {
  href: string
  label: string
}

export type CommandGroup = 'Pages' | 'Members' | 'Requests' | 'Theme'

/** One line of the palette: where it leads, or which theme it chooses. */
export interface Command {
  id: string
  group: CommandGroup
  label: string
  /** What tells it from others with the same label. */
  detail?: string
  /** A status, as it is shown beside the line. */
  status?: string
  target: { href: string } | { theme: ThemeChoice }
}

const themes: { theme: ThemeChoice; label: string }[] = [
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
  { theme: 'system', label: 'Theme as the system' },
]

/** Pages and themes that the text may mean; all of them while there is no text. */
export function ownCommands(text: string, pages: readonly PalettePage[]): Command[] {
  const commands: Command[] = [
    ...pages.map(({ href, label }) => ({ id: `page ${href}`, group: 'Pages' as const, label, target: { href } })),
    ...themes.map(({ theme, label }) => ({
      id: `theme ${theme}`,
      group: 'Theme' as const,
      label,
      target: { theme },
    })),
  ]
  return commands.filter(({ label }) => isMeant(label, text))
}

export function foundCommands(found: { members: FoundMember[]; requests: FoundRequest[] }): Command[] {
  return [
    ...found.members.map((member) => ({
      id: `member ${member.id}`,
      group: 'Members' as const,
      label: member.full_name,
      detail: [member.member_id, member.email].filter(Boolean).join(' · '),
      status: member.status,
      target: { href: `/admin/users/${member.id}` },
    })),
    ...found.requests.map((request) => ({
      id: `request ${request.id}`,
      group: 'Requests' as const,
      label: `${kindNames[request.kind]} ${formatCoins(request.amount_coins)} ET`,
      detail: request.full_name,
      status: request.status,
      target: { href: requestPath(request) },
    })),
  ]
}

const kindNames = { buy: 'Buy', withdrawal: 'Withdrawal', transfer: 'Transfer' } as const satisfies Record<
  FoundRequest['kind'],
  string
>

/** The order of the groups, and with them of all lines. */
export const groupOrder: readonly CommandGroup[] = ['Pages', 'Members', 'Requests', 'Theme']

export function inOrder(commands: readonly Command[]): Command[] {
  return groupOrder.flatMap((group) => commands.filter((command) => command.group === group))
}

/** Each word of the text begins a word of the label: "dep app" means Deposit Approvals. */
function isMeant(label: string, text: string): boolean {
  const words = label.toLowerCase().split(' ')
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
