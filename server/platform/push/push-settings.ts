import * as z from 'zod/mini'

/** The settings of web push, by which members may have their browser woken. */
export const pushSettings = {
  webPush: {
    name: 'WEB_PUSH',
    meaning:
      'Permission for members to have their browser woken when there is news. The message goes through the push service of ' +
      'the browser’s maker, has no content, and names no member.',
    expected: 'off or on',
    fallback: 'off',
    schema: z.enum(['off', 'on']),
  },
  pushLoopback: {
    name: 'PUSH_LOOPBACK',
    meaning: 'Permission to call a push service on this machine; it is for tests alone.',
    expected: 'refused, or allowed if NODE_ENV is test',
    fallback: 'refused',
    schema: z.enum(['refused', 'allowed']),
  },
}
