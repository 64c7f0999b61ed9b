import { listPackages } from '../../../contract/endpoints/packages.ts'
import { queryOf } from '../../lib/query-of.ts'

export const packagesQuery = queryOf(listPackages, ['packages'], {}, { staleTime: 60_000 })
