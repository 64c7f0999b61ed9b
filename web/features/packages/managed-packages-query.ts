import { listManagedPackages } from '../../../contract/endpoints/packages.ts'
import { read } from '../../lib/read.ts'

export const managedPackagesQuery = read(listManagedPackages, ['packages'], {})
