import { join } from 'node:path'
import { pagePaths, pageTitles, type PagePath } from '../../contract/pages.ts'

export const picturesDir = join(import.meta.dirname, '../../docs/pictures')

/** The devices of the pictures. `shownWidth` limits the width of the stored picture, which keeps its file small. */
export const screens = {
  desktop: { width: 1440, height: 900, shownWidth: 1080 },
  tablet: { width: 768, height: 1024, shownWidth: 768 },
  phone: { width: 375, height: 812, shownWidth: 375 },
} as const
export type Screen = keyof typeof screens
export type Theme = 'light' | 'dark'

export interface Picture {
  path: PagePath
  screen: Screen
  theme: Theme
}

/** The pages that the documents show on every device in both themes. Each other page has two pictures. */
const mainPages: readonly PagePath[] = ['/', '/dashboard', '/dashboard/buy', '/admin', '/admin/deposit-approvals']
const usual: readonly Omit<Picture, 'path'>[] = [
  { screen: 'desktop', theme: 'light' },
  { screen: 'phone', theme: 'dark' },
]

/** Returns the pictures to take. The list comes from the pages of the site, so every page has at least one picture. */
export function listPictures({ isComplete }: { isComplete: boolean }): Picture[] {
  const all = (Object.keys(screens) as Screen[]).flatMap((screen) =>
    (['light', 'dark'] as const).map((theme) => ({ screen, theme })),
  )
  return pagePaths.flatMap((path) =>
    (isComplete || mainPages.includes(path) ? all : usual).map((form) => ({ path, ...form })),
  )
}

/** Returns a name such as "admin-users-desktop-light.webp". */
export function pictureFile({ path, screen, theme }: Picture): string {
  const name =
    path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replaceAll(':', '').replaceAll(/[A-Z]/g, lower)
  return `${name}-${screen}-${theme}.webp`
}

/** Renders the page that shows all pictures. */
export function renderIndex(pictures: readonly Picture[]): string {
  const pages = [...new Set(pictures.map(({ path }) => path))].map((path) => {
    const shown = pictures
      .filter((picture) => picture.path === path)
      .map((picture) => {
        const { shownWidth } = screens[picture.screen]
        const alt = `${pageTitles[path]}, ${picture.screen}, ${picture.theme}`
        return `<img src="${pictureFile(picture)}" width="${Math.round(shownWidth / 2)}" alt="${alt}">`
      })
    return `## ${pageTitles[path]}\n\n\`${path}\`\n\n${shown.join('\n')}\n`
  })
  return `# Pictures\n\nEvery page in the demonstration, as \`npm run pictures\` takes them.\n\n${pages.join('\n')}`
}

function lower(letter: string): string {
  return `-${letter.toLowerCase()}`
}
