import { createSearchReader, textOf } from '../../../lib/search.ts'

/** The package in the form. */
export const managePackagesSearch = createSearchReader<{ edit?: string | undefined }>({ edit: textOf })
