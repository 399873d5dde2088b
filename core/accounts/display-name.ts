interface UserNames {
  email: string;
  nickname?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

/** Nickname; else first and last name joined; else the part of the e-mail before the at sign (specification, section 3). */
export function displayName(user: UserNames): string {
  const nickname = user.nickname?.trim();
  if (nickname) return nickname;
  const full = [user.first_name, user.last_name]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
  return full || (user.email.split('@')[0] ?? user.email);
}

/** The first two characters of the display name in upper case, for an avatar without a picture. */
export function initials(name: string): string {
  return [...name.trim()].slice(0, 2).join('').toUpperCase();
}
