import { formatCoins } from '../../../contract/money.ts'
import { searchResultsMax } from '../../../contract/endpoints/search.ts'
import type { FoundMember, FoundRequest } from '../../../contract/search.ts'
import { t } from '../../../contract/translate.ts'
import { profileStatusNames } from '../../../contract/profile-status-names.ts'
import { kinds } from '../../features/requests/kinds/kinds.ts'
import { requestPath } from '../../features/requests/request-path.ts'
import { requestStatusNames } from '../../lib/request-status-names.ts'
import type { ThemeChoice } from '../../ui/theme.ts'

export interface PalettePage {
  href: string
  label: string
}

export type CommandGroup = 'Pages' | 'Members' | 'Requests' | 'Theme'

/** One line of the palette: it leads to a page, or chooses a theme. */
export interface Command {
  id: string
  group: CommandGroup
  label: string
  /** Distinguishes the line from others with the same label. */
  detail?: string
  /** The status in words, shown beside the line. */
  status?: string
  /** Set on a line that leads to the list with all results. */
  isRest?: true
  target: { href: string } | { theme: ThemeChoice }
}

const themes: { theme: ThemeChoice; label: string }[] = [
  { theme: 'light', label: t('Light theme') },
  { theme: 'dark', label: t('Dark theme') },
  { theme: 'system', label: t('Theme as the system') },
]

/** Returns the pages and themes that match the text; all of them if the text is empty. */
export function pageAndThemeCommands(text: string, pages: readonly PalettePage[]): Command[] {
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

/**
 * Returns the lines for the members and requests that were found. The server answers with a few of each, so a further
 * line leads to the list of all.
 */
export function searchResultCommands(
  text: string,
  found: { members: FoundMember[]; requests: FoundRequest[] },
): Command[] {
  const search = `?search=${encodeURIComponent(text)}`
  const hasMoreMembers = found.members.length === searchResultsMax
  // The list of all requests finds requests by their member. So there is more in it only if a member was found.
  const hasMoreRequests = found.members.length > 0 && found.requests.length === searchResultsMax
  return [
    ...found.members.map((member) => ({
      id: `member ${member.id}`,
      group: 'Members' as const,
      label: member.full_name,
      detail: [member.member_id, member.email].filter(Boolean).join(' · '),
      status: profileStatusNames[member.status],
      target: { href: `/admin/users/${member.id}` },
    })),
    ...(hasMoreMembers ? [restOf('Members', t('Everybody found by “{text}”', { text }), `/admin/users${search}`)] : []),
    ...found.requests.map((request) => ({
      id: `request ${request.id}`,
      group: 'Requests' as const,
      label: requestLabel(request),
      detail: `${request.number} · ${request.full_name}`,
      status: requestStatusNames[request.status],
      target: { href: requestPath(request) },
    })),
    ...(hasMoreRequests
      ? [restOf('Requests', t('All requests found by “{text}”', { text }), `/admin/all-activity${search}`)]
      : []),
  ]
}

function restOf(group: CommandGroup, label: string, href: string): Command {
  return { id: `rest ${group}`, group, label, isRest: true, target: { href } }
}

function requestLabel({ kind, amount_coins }: FoundRequest): string {
  return kinds[kind].foundTitle(formatCoins(amount_coins))
}

/** The names of the groups. */
export const groupNames: Readonly<Record<CommandGroup, string>> = {
  Pages: t('Pages'),
  Members: t('Members'),
  Requests: t('Requests'),
  Theme: t('Theme'),
}

/** The order of the groups, which decides the order of all lines. */
export const groupOrder: readonly CommandGroup[] = ['Pages', 'Members', 'Requests', 'Theme']

export function sortByGroup(commands: readonly Command[]): Command[] {
  return groupOrder.flatMap((group) => commands.filter((command) => command.group === group))
}

/** True if each word of the text begins a word of the label: "dep app" finds Deposit Approvals. */
function isMeant(label: string, text: string): boolean {
  const words = label.toLowerCase().split(' ')
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
