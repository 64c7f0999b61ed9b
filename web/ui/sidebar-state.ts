import { createContext } from 'react'

interface SidebarState {
  hasSidebar: boolean
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
}

/** Lets the menu button in the top bar open the sidebar, which is in another part of the page. */
export const SidebarContext = createContext<SidebarState>({ hasSidebar: false, isOpen: false, setIsOpen: () => {} })
