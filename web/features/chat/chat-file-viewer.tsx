import type { ChatFile } from '../../../contract/chat.ts'
import { emptyTexts, failureTitles } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FileViewer, type FileTexts } from '../uploads/file-viewer.tsx'

interface ChatFileViewerProps {
  memberId: string
  /** The opened file; undefined while none is. */
  file: ChatFile | undefined
  onClose: () => void
}

/** A file of the chat, over the page, where it can be made larger, turned and saved. */
export function ChatFileViewer({ memberId, file, onClose }: ChatFileViewerProps) {
  return (
    <Dialog
      open={file !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">{file?.name}</span>}
      firstFocus="title"
      className="sm:max-w-[min(92vw,56rem)]"
    >
      {file && (
        <FileViewer
          place="chat"
          userId={memberId}
          uploadId={file.id}
          name={file.name}
          texts={texts}
          onSeen={() => undefined}
        />
      )}
    </Dialog>
  )
}

const texts: FileTexts = {
  title: t('File'),
  saveLabel: t('Download file'),
  saveHint: t('Download the file to look at it.'),
  pictureLabel: t('Picture from the chat'),
  pictureText: t('The picture of this message'),
  pagesLabel: t('Pages of the file'),
  emptyText: emptyTexts.noAttachment,
  failureTitle: failureTitles.attachmentDownload,
  defaultName: 'file',
}
