import { readSearch, textOf } from '../../../lib/search.ts'

/** The package in the form. */
export const managePackagesSearch = readSearch<{ edit?: string | undefined }>({ edit: textOf })
