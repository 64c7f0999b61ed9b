import { listManagedPackages } from '../../../contract/endpoints/packages.ts'
import { read } from '../../lib/query-of.ts'

export const managedPackagesQuery = read(listManagedPackages, ['packages'], {})
