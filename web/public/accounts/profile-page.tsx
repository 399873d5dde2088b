import { AccountPage } from './account-page.tsx';
import { ProfileForm } from './profile-form.tsx';

export default function ProfilePage() {
  return <AccountPage title="profileSettings">{(user) => <ProfileForm user={user} />}</AccountPage>;
}
