import type { FailureKind } from '../../../core/failures/rules.ts';
import type { Language } from '../../../core/languages.ts';

/** Names of failing work in mails. */
export const FAILURE_NAMES: Readonly<Record<Language, Readonly<Record<FailureKind, string>>>> = {
  en: {
    backup: 'The scheduled backup',
    mail: 'Sending e-mail',
    purge: 'Purging the CDN',
    links: 'Checking the sources',
    jobs: 'A background job',
    disk: 'Free space on the disk',
  },
  ko: {
    backup: '정기 백업',
    mail: '메일 발송',
    purge: 'CDN 캐시 삭제',
    links: '출처 확인',
    jobs: '백그라운드 작업',
    disk: '디스크 여유 공간',
  },
  ja: {
    backup: '定期バックアップ',
    mail: 'メールの送信',
    purge: 'CDNのキャッシュ削除',
    links: '出典の確認',
    jobs: 'バックグラウンドジョブ',
    disk: 'ディスクの空き容量',
  },
  zh: {
    backup: '定期备份',
    mail: '邮件发送',
    purge: 'CDN 缓存清除',
    links: '来源检查',
    jobs: '后台任务',
    disk: '磁盘可用空间',
  },
};
