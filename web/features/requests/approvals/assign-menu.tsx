import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { listAssignees } from '../../../../contract/endpoints/desk.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx'
import { useAssignment } from './use-assignment.ts'

const assigneesQuery = queryOf(listAssignees, ['profile'], {}, { staleTime: 60_000 })

/** The administrators to whom these requests can be assigned. */
export function AssignMenu({ requests, isSmall = false }: { requests: readonly Request[]; isSmall?: boolean }) {
  const { profile } = useSession()
  const { assign, isPending } = useAssignment()
  const { data } = useQuery(assigneesQuery)
  const others = data?.items.filter(({ id }) => id !== profile?.id) ?? []
  const choose = (assigneeId: string | null) => () => assign({ requests, assigneeId })
  return (
    <Menu
      trigger={
        <Button variant="ghost" size={isSmall ? 'sm' : undefined} busy={isPending}>
          <UserCheck aria-hidden="true" />
          {t('Assign…')}
        </Button>
      }
    >
      <MenuLabel>{t('Who deals with it? It is a note, and no right to decide.')}</MenuLabel>
      {profile && <MenuItem onSelect={choose(profile.id)}>{t('Me')}</MenuItem>}
      {others.map(({ id, full_name: name }) => (
        <MenuItem key={id} onSelect={choose(id)}>
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={choose(null)}>{t('No administrator')}</MenuItem>
    </Menu>
  )
}
