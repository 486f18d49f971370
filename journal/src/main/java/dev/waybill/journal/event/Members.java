package dev.waybill.journal.event;

import dev.waybill.base.json.JsonObject;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The members of a payload, in either direction.
///
/// Every record lists its members once, in a function that makes the record out of them. Reading, each member is found
/// in the payload; writing, it is taken out of the record that is already there, put into the payload, and handed on;
/// the copy that comes out is thrown away. So there is one list, javac checks it against the constructor, and no event
/// can be written in another way than it is read.
sealed interface Members<E> {

    /// @param of where the record keeps this member
    <T extends @Nullable Object> T at(String name, Kind<T> kind, Function<E, T> of);

    record Read<E>(Payload payload) implements Members<E> {
        @Override
        public <T extends @Nullable Object> T at(String name, Kind<T> kind, Function<E, T> of) {
            return kind.read().apply(payload, name);
        }
    }

    record Write<E>(E event, JsonObject.Builder payload) implements Members<E> {
        @Override
        public <T extends @Nullable Object> T at(String name, Kind<T> kind, Function<E, T> of) {
            T value = of.apply(event);
            payload.putIfPresent(name, kind.write().apply(value));
            return value;
        }
    }

    static <E> JsonObject write(E event, Function<Members<E>, E> members) {
        JsonObject.Builder payload = JsonObject.builder();
        E _ = members.apply(new Write<>(event, payload));
        return payload.build();
    }
}
