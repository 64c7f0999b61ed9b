import * as contract from '../../../contract/chat.ts'
import * as replies from '../../../contract/saved-replies.ts'
import { readSentFile } from '../../platform/http/read-sent-file.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { UploadDeps } from '../../money/slips/uploads.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { countUnreadOfAdmins, countUnreadOfMember, markRead, openConversation, readConversation } from './chat.ts'
import { openChatFile, storeChatFile } from './chat-files.ts'
import { listConversations, searchMembers } from './inbox.ts'
import { listMentions } from './mentions.ts'
import { listMessages, sendMessage } from './messages.ts'
import { addSavedReply, changeSavedReply, deleteSavedReply, listSavedReplies } from './saved-replies.ts'

export function chatRoutes(deps: UploadDeps & { events: Events }): Route[] {
  const { db } = deps
  return [
    route(contract.listConversations, ({ query }) => listConversations(db, query)),
    route(contract.searchChatMembers, ({ query }) => searchMembers(db, query)),
    route(contract.getConversation, ({ caller, params }) => readConversation(db, caller, params.userId)),
    route(contract.openConversation, ({ caller, params, write }) =>
      openConversation({ ...deps, write }, caller, params.userId),
    ),
    route(contract.listMessages, ({ caller, params, query }) => listMessages(db, caller, { ...params, ...query })),
    route(contract.sendMessage, ({ caller, params, body, write }) =>
      sendMessage({ ...deps, write }, caller, {
        ...params,
        clientMessageId: body.client_message_id,
        content: body.content,
        files: body.files,
        requestId: body.request_id ?? null,
      }),
    ),
    route(contract.uploadChatFile, ({ caller, params, request, write }) =>
      storeChatFile({ ...deps, write }, caller, { ...params, ...readSentFile(request) }),
    ),
    route(contract.downloadChatFile, async ({ caller, params, reply }) =>
      sendFile(reply, await openChatFile(deps, caller, params)),
    ),
    route(contract.listMentions, ({ params }) => listMentions(db, params)),
    route(contract.markConversationRead, ({ caller, params, body, write }) =>
      markRead({ ...deps, write }, caller, { ...params, ...body }),
    ),
    route(replies.listSavedReplies, () => listSavedReplies(db)),
    route(replies.addSavedReply, ({ caller: { userId: actorId }, ipAddress, body, write }) =>
      addSavedReply(write, { actorId, ipAddress }, body),
    ),
    route(replies.changeSavedReply, ({ caller: { userId: actorId }, ipAddress, params, body, write }) =>
      changeSavedReply(write, { actorId, ipAddress }, { ...params, ...body }),
    ),
    route(replies.deleteSavedReply, async ({ caller: { userId: actorId }, ipAddress, params, write }) => {
      await deleteSavedReply(write, { actorId, ipAddress }, params.replyId)
      return {}
    }),
    route(contract.getUnreadCount, ({ caller }) =>
      caller.role === 'admin' ? countUnreadOfAdmins(db) : countUnreadOfMember(db, caller.userId),
    ),
  ]
}
