import { useMutation, useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { assignRequests, listAssignees } from '../../../../contract/endpoints/desk.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { requesterOf } from '../request-display.ts'

const assigneesQuery = queryOf(listAssignees, ['profile'], {}, { staleTime: 60_000 })

/** Assigns requests, or releases them with null. Says why if it fails. */
export function useAssignment() {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ requests, assigneeId }: { requests: readonly Request[]; assigneeId: string | null }) =>
      call(assignRequests, {
        body: {
          requests: requests.map((request) => ({ user_id: requesterOf(request).userId, request_id: request.id })),
          assignee_id: assigneeId,
        },
      }),
    onSuccess: () => refetchTopics(['desk']),
    onError: (error) => toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' }),
  })
  return { assign: mutate, isPending }
}

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
