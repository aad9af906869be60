import { LoginForm } from './login-form';
import { useLogin } from './use-login';
import styles from './login.module.css';

export function LoginPage() {
  const { error, reason, isSending, signIn } = useLogin();
  return (
    <main className={styles.room}>
      <div className={styles.light} aria-hidden="true" />
      <section className={styles.card} aria-labelledby="login-title">
        <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 25h6v-7h6v-7h6V4h6v4h-3v7h-6v7h-6v7H4z" />
        </svg>
        <h1 id="login-title" className={styles.title}>
          Palier
        </h1>
        <p className={styles.words}>Jeux et comptes, au même étage.</p>
        <LoginForm {...{ error, reason, isSending }} onSubmit={(typed) => void signIn(typed)} />
      </section>
    </main>
  );
}
