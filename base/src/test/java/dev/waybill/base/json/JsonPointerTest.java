package dev.waybill.base.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import org.junit.jupiter.api.Test;

class JsonPointerTest {

    private final JsonValue document =
            JsonReader.read("{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"m~n\":8,\"~1\":9}", JsonLimits.DOCUMENT);

    @Test
    void itFindsWhatTheExamplesOfTheRfcName() {
        assertThat(JsonPointer.find(document, "")).contains(document);
        assertThat(JsonPointer.find(document, "/foo/0")).contains(new JsonString("bar"));
        assertThat(JsonPointer.find(document, "/")).contains(JsonNumber.of(0));
        assertThat(JsonPointer.find(document, "/a~1b")).contains(JsonNumber.of(1));
        assertThat(JsonPointer.find(document, "/m~0n")).contains(JsonNumber.of(8));
        assertThat(JsonPointer.find(document, "/~01")).contains(JsonNumber.of(9));
    }

    @Test
    void whatIsNotThereIsNotFound() {
        for (String pointer :
                new String[] {"foo", "/foo/2", "/foo/-", "/foo/00", "/foo/x", "/foo/0/1", "/none", "/foo/99999999999"
                }) {
            assertThat(JsonPointer.find(document, pointer)).as(pointer).isEmpty();
        }
    }

    @Test
    void everyMemberIsFoundByThePointerThatIsBuiltForIt() {
        Seeds.check(200, random -> {
            JsonObject object = new RandomJson(random).object(2);
            object.members()
                    .forEach((name, value) -> assertThat(JsonPointer.find(object, JsonPointer.member("", name)))
                            .contains(value));
            assertThat(JsonPointer.find(JsonArray.of(object, JsonNull.NULL), JsonPointer.item("", 1)))
                    .contains(JsonNull.NULL);
        });
    }
}
