import { queryOptions } from '@tanstack/react-query'
import { getAdminSettings } from '../../contract/endpoints/admin-settings.ts'
import { call } from '../lib/api.ts'

export const adminSettingsQuery = queryOptions({
  queryKey: [getAdminSettings.id],
  queryFn: ({ signal }) => call(getAdminSettings, {}, { signal }),
  meta: { topics: ['settings'], isPublic: false },
})
