import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'

/** The menu that assigns requests. The page does not wait for it. */
export const LateAssignMenu = loadWhenNeeded(async () => (await import('./assign-menu.tsx')).AssignMenu, {
  always: 'later',
})
