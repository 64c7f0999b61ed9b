import { listManagedPackages } from '../../../contract/endpoints/packages.ts'
import { queryOf } from '../../lib/query-of.ts'

export const managedPackagesQuery = queryOf(listManagedPackages, ['packages'], {})
