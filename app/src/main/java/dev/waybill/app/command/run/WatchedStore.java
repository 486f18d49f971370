package dev.waybill.app.command.run;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A store that tells what this process does with it: after each commit, and when a run is taken over. Whatever else a
/// store can do goes through as it is.
final class WatchedStore {

    /// Who is told.
    interface Watcher {
        void committed(Append append);

        void tookOver(RunId run);
    }

    private WatchedStore() {}

    static RunStore of(RunStore store, Watcher watcher) {
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, given) -> {
                    Object answer = call(store, method, given);
                    tell(watcher, given, answer);
                    return answer;
                });
    }

    private static @Nullable Object call(RunStore store, Method method, Object @Nullable [] given) throws Throwable {
        try {
            return method.invoke(store, given);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static void tell(Watcher watcher, Object @Nullable [] given, @Nullable Object answer) {
        if (answer instanceof Commit.Done && given != null && given[0] instanceof Transaction transaction) {
            transaction.appends().forEach(watcher::committed);
        } else if (answer instanceof List<?> all) {
            all.forEach(each -> {
                if (each instanceof Claim claim && claim.takenOver()) {
                    watcher.tookOver(claim.run());
                }
            });
        }
    }
}
