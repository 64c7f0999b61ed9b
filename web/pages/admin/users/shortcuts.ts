import { useNavigate } from '@tanstack/react-router'
import type { Profile } from '../../../../contract/profiles.ts'
import { t } from '../../../../contract/translate.ts'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { focusUserRow, showUserRow, userRowId, type OpenUser } from './open.ts'

export const userShortcuts = [
  [['J', '↓'], t('next person')],
  [['K', '↑'], t('previous person')],
  [['Enter'], t('all details of the person')],
  [['Esc'], t('close the panel')],
  [['/'], t('search')],
  [['?'], t('this list')],
] as const

/** Marks the elements in which the keys work: the table, and the panel with one of its people. */
export const keyArea = { 'data-user-keys': true } as const

interface UserKeysProps {
  users: readonly Profile[]
  opened: OpenUser
  onHelp: () => void
}

/**
 * Moves with J and K, or the arrow keys, from one person to the next while one is shown beside the list. The keys do
 * nothing while the administrator types.
 */
export function useUserShortcuts({ users, opened, onHelp }: UserKeysProps): void {
  const { isOn } = useLetterKeys()
  const navigate = useNavigate()
  const { openId, open, close } = opened

  const obey = (key: string, target: Element): boolean => {
    const step = steps[key] ?? 0
    if (key === '?') onHelp()
    else if (openId === undefined) return key === 'j' && openFirst(target)
    else if (step !== 0) move(step, target)
    else if (key === 'escape') close()
    // Enter on a focused link or button keeps its own effect.
    else if (key === 'enter' && !target.closest('a, button')) {
      void navigate({ to: '/admin/users/$userId', params: { userId: openId } })
    } else return false
    return true
  }
  const openFirst = (target: Element): boolean => {
    const row = target.closest('tr')
    const first = users.find(({ id }) => row?.contains(document.getElementById(userRowId(id)))) ?? users[0]
    if (!first || !target.closest('[role=region]')) return false
    open(first.id)
    focusUserRow(first.id)
    return true
  }
  const move = (step: number, target: Element) => {
    const next = users[users.findIndex(({ id }) => id === openId) + step]
    if (!next) return
    open(next.id)
    // The focus stays in the panel if it was there.
    if (target.closest('[data-user-panel], [role=dialog]')) showUserRow(next.id)
    else focusUserRow(next.id)
  }
  useKeys((event) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof Element) || !isOurs(target)) return
    const key = event.key.toLowerCase()
    if (key.length === 1 && !isOn) return
    if (event.repeat && !steps[key]) return
    if (obey(key, target)) event.preventDefault()
  })
}

const steps: Record<string, number> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }

/**
 * True if the focus is in the table or the panel, or in no control: on the body after a reload, on a heading, or on the
 * page after a click.
 */
function isOurs(target: Element): boolean {
  const layer = target.closest('[role=dialog], [role=alertdialog]')
  if (layer) return layer.querySelector('[data-user-keys]') !== null
  return target.matches('body, main, h1') || target.closest('[data-user-keys]') !== null
}
