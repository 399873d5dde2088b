import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../core/admins/audit-calls.ts';
import { LANGUAGE_NAMES, type Language } from '../../../core/languages.ts';
import { namedText, type TextsOf } from '../../i18n/translate.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { paths } from '../../shared/paths.ts';
import { USER_PARAMETER } from '../users/user-list.ts';

/** Stands in a text for the name that is put there. */
const PLACE = '\ue000';

function member(value: unknown, name: string): string {
  const found = (value as Record<string, unknown> | null)?.[name];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** Label of an action in the filter of the audit log, with … for the subject and other values. */
export function actionName(t: TextsOf<'audit'>, action: string): string {
  const unnamed = Object.fromEntries(
    ['subject', 'name', 'version', 'created', 'updated', 'changed'].map((name) => [name, '…']),
  );
  const plain = namedText(t, 'audit:actions.', action, { defaultValue: action, ...unnamed });
  return plain === action ? namedText(t, 'audit:actions.', `${action}_subject`, { ...unnamed }) : plain;
}

/** The kind of work in the words of the inbox, with the item where it has one: `drafts: acme`. */
function workName(t: TextsOf<readonly ['audit', 'work']>, subject: string): string {
  const [kind = '', ...item] = subject.split(': ');
  return [namedText(t, 'work:kinds.', kind, { defaultValue: kind }), ...item].join(': ');
}

/** What something was done to, in words: a part of the directory, a page of text with its language, work of the inbox. */
function subjectName(
  t: TextsOf<readonly ['audit', 'work', 'directory', 'common']>,
  action: string,
  subject: string,
): string {
  if (action.startsWith('work.')) return workName(t, subject);
  if (action.startsWith('directory.'))
    return namedText(t, 'directory:tabs.', subject, { defaultValue: subject });
  const [, page = '', language] = (action.startsWith('document.') && /^(\w+) \((\w+)\)$/.exec(subject)) || [];
  if (language === undefined) return subject;
  return `${namedText(t, 'common:', page, { defaultValue: page })} · ${LANGUAGE_NAMES[language as Language] ?? language}`;
}

/** What was done, in words where the action is known, with the name of what it was done to. */
export function ActionText({ entry: { action, subject, after, about } }: { entry: AuditEntry }) {
  const { t } = useTranslation(['audit', 'work', 'directory', 'common']);
  // `session` alone would be a group of texts.
  const unknown = `${action}: ${subject}`;
  if (!/^\w+\.\w+$/.test(action)) return unknown;
  const shown = about ? PLACE : subjectName(t, action, subject);
  const text = namedText(t, 'audit:actions.', action, {
    defaultValue: unknown,
    // The device of a log-in is not always known.
    ...(subject ? { context: 'subject' } : {}),
    subject: shown,
    name: about ? PLACE : typeof after === 'string' ? after : subject,
    version: member(after, 'version'),
    created: member(after, 'created'),
    updated: member(after, 'updatedCount') || member(after, 'updated'),
    changed: member(after, 'changedCount'),
  });
  if (!about) return text;
  const [start = '', end] = text.split(PLACE);
  return end === undefined ? (
    <>
      {start} · <AboutName about={about} />
    </>
  ) : (
    <>
      {start}
      <AboutName about={about} />
      {end}
    </>
  );
}

const ADDRESSES: Record<NonNullable<AuditEntry['about']>['kind'], (id: string) => string> = {
  company: (id) => `${paths.admin('edit')}?${EDIT_PARAMETER}=${encodeURIComponent(id)}`,
  user: (id) => `${paths.admin('users')}?${USER_PARAMETER}=${encodeURIComponent(id)}`,
  administrator: () => paths.admin('administrators'),
  collection: () => paths.admin('collections'),
};

/** The name as a link to what still exists. */
function AboutName({
  about: { kind, id, name, exists },
}: {
  about: NonNullable<AuditEntry['about']>;
}): ReactNode {
  const { t } = useTranslation('audit');
  if (exists)
    return (
      <Link
        to={ADDRESSES[kind](id)}
        title={id === name ? undefined : id}
        className="font-medium underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {name}
      </Link>
    );
  if (name === '') return <span className="text-soft">{t('goneAccount')}</span>;
  return (
    <span title={id}>
      {name} <span className="text-soft text-sm">({t('isGone')})</span>
    </span>
  );
}
